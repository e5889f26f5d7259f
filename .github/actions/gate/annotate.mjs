// Prints the findings of a summary.json as annotations of a pull request: breaches as errors, advice as notices.
import { readFileSync } from 'node:fs';

/** GitHub shows ten annotations of each kind for a step. */
const SHOWN = 10;

const escaped = text => String(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const { findings } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
for (const [severity, command] of [
  ['breach', 'error'],
  ['advice', 'notice'],
]) {
  for (const { requirement, message, likely } of findings.filter(one => one.severity === severity).slice(0, SHOWN)) {
    const title = escaped(requirement).replaceAll(':', '%3A').replaceAll(',', '%2C');
    process.stdout.write(
      `::${command} title=${title}::${escaped(likely ? `${message}. Likely cause: ${likely}` : message)}\n`,
    );
  }
}
