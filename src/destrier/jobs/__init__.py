"""Long computations in shards, on this machine or on a cluster; interrupted runs can be resumed."""

from destrier.jobs.job import Job as Job
from destrier.jobs.job import Result as Result
from destrier.jobs.running import Status as Status
from destrier.jobs.running import is_begun as is_begun
from destrier.jobs.running import run as run
from destrier.jobs.running import status as status
from destrier.jobs.workers import executor as executor

__all__ = ["Job", "Result", "Status", "executor", "is_begun", "run", "status"]
