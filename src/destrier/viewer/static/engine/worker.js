// The engine in a worker of the page: each question is answered in turn.

import { respond } from "./answers.js";

onmessage = ({ data: { id, path, body } }) => postMessage({ id, ...respond(path, body) });
