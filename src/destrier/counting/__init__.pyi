from .censuses import Census as Census
from .censuses import census as census
from .censuses import move_distributions as move_distributions
from .counts import TourCount as TourCount
from .estimates import CountEstimate as CountEstimate
from .estimates import estimate as estimate
from .extreme_tours import Extreme as Extreme
from .extreme_tours import Extremes as Extremes
from .extreme_tours import extremes as extremes
from .row_series import Series as Series
from .row_series import series as series
from .starts import count_by_start as count_by_start

COUNT_FILE: str
