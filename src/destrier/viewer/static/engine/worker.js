// The engine in a worker of the page: each question is answered in turn.

import { learn, respond } from "./answers.js";

onmessage = ({ data: { id, path, body, ready } }) => (ready ? learn(ready) : postMessage({ id, ...respond(path, body) }));
