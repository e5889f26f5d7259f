import { readFileSync } from 'node:fs';
import { parseDialect } from '../../core/dialect.ts';
import { HarnessError } from '../../core/errors.ts';
import type { Evidence } from '../../core/evidence.ts';
import { realWorld } from '../../core/real-world.ts';
import type { Secret } from '../../core/redaction.ts';
import type { Settings } from '../../core/settings.ts';
import type { World } from '../../core/world.ts';
import { embeddedTarget } from '../../journeys/embedded-target.ts';
import { perform } from '../../journeys/perform.ts';
import { remoteTarget } from '../../journeys/remote-target.ts';
import type { Session, TargetMaker } from '../../journeys/session.ts';
import { readRecord } from '../../record/read-record.ts';
import { conclude } from '../../report/conclude.ts';
import { type Command, type Given, list, type Terminal, text } from '../command.ts';
import { environmentOf, settingsOf } from '../environment.ts';
import { loadScenarios } from '../load-scenarios.ts';
import { Progress } from '../progress.ts';
import { readFile } from '../read-file.ts';
import { createRunFolder, newRunId, writeConclusion } from '../run-folder.ts';
import { sayVerdict } from '../say-verdict.ts';
import { wholeNumber } from '../whole-number.ts';

/** `run`: the main job. Starts the receiver, meets the target, drives the suites, writes a run folder, says the verdict. */
export const run: Command = {
  name: 'run',
  operands: '',
  arity: [0, 0],
  about: 'drives the suites against the target, writes a run folder, prints the verdict',
  options: {
    target: {
      type: 'string',
      value: 'embedded|remote',
      about: 'default: remote where SANDBOX_URL is set, else embedded',
    },
    suite: { type: 'string', value: 'NAME', repeatable: true, about: 'contract or collection; default all' },
    dialect: { type: 'string', value: 'FILE', about: 'hold the target to this dialect; default: learn it' },
    fault: {
      type: 'string',
      value: 'NAME',
      repeatable: true,
      about: 'a breach that the embedded sandbox commits; `explain faults` lists them',
    },
    seed: { type: 'string', value: 'N', about: 'replays the choices of an earlier run; default random' },
    deadline: { type: 'string', value: 'SECONDS', about: 'end the run after so long, whatever is under way' },
    out: { type: 'string', value: 'DIR', about: 'run folder, new or empty; default reports/runs/<run id>' },
  },
  async run(given, terminal) {
    const settings = settingsOf(terminal);
    const kind = targetKind(given, settings);
    const faults = list(given, 'fault');
    if (faults.length > 0 && kind === 'remote') {
      throw new HarnessError('fault-remote', 'usage', '--fault is for the embedded target', {
        next: 'add --target embedded',
      });
    }
    const seed = wholeNumber(given, 'seed', 0xffff_ffff) ?? terminal.world.randomBytes(4).readUInt32BE();
    const deadline = wholeNumber(given, 'deadline', 86_400);
    const dialectFile = text(given, 'dialect');
    const dialect =
      dialectFile === undefined
        ? undefined
        : parseDialect(readFile(terminal, dialectFile).toString('utf8'), dialectFile);
    const world = realWorld({ seed });
    const scenarios = await loadScenarios();
    const id = newRunId(terminal);
    const folder = createRunFolder(terminal, id, text(given, 'out'));
    let session: Session | undefined;
    let progress: Progress | undefined;
    const stopListening = terminal.onInterrupt(() => (session ? session.stop('interrupted') : process.exit(130)));
    let evidence: Evidence;
    try {
      evidence = await perform({
        world,
        target: targetMaker(kind, world, settings, faults, dialect),
        run: id,
        seed,
        harness: version(),
        scenarios,
        suites: list(given, 'suite'),
        receiverHost: settings.receiverHost,
        receiverPort: settings.receiverPort,
        // Only a service that is told the address afresh can be told an unguessable one.
        ...((kind === 'embedded' || settings.webhookCommand !== undefined) && {
          receiverPath: `/${terminal.world.randomBytes(16).toString('hex')}`,
        }),
        ...(settings.tunnelUrl !== undefined && settings.tunnel === 'url' && { publicUrl: settings.tunnelUrl }),
        maxInFlight: settings.maxInFlight,
        secrets: secretsOf(terminal),
        ...(settings.signatureHeader !== undefined && { signatureHeader: settings.signatureHeader }),
        ...(dialect && { dialect }),
        faults,
        sink: folder.sink,
        ...(deadline !== undefined && { deadlineSeconds: deadline }),
        opened: opened => {
          session = opened;
          progress = new Progress(terminal, opened.door.evidence);
          terminal.err(`Run ${id} on the ${kind} target (seed ${seed})\n`);
          opened.door.listen(line => progress?.take(line));
        },
      });
    } catch (thrown) {
      if (!(thrown instanceof HarnessError) || thrown.kind !== 'unreachable') throw thrown;
      terminal.err(`${thrown.explain()}\n`);
      evidence = readRecord(folder.path);
    } finally {
      progress?.done();
      stopListening();
      folder.close();
    }
    const conclusion = conclude(evidence);
    writeConclusion(terminal, folder.path, evidence, conclusion);
    if (given.json) terminal.out(`${JSON.stringify(conclusion.summary, null, 2)}\n`);
    else terminal.out(sayVerdict(conclusion.summary, folder.path));
    return conclusion.summary.exitCode;
  },
};

function targetKind(given: Given, settings: Settings): 'embedded' | 'remote' {
  const kind = text(given, 'target') ?? (settings.sandboxUrl === undefined ? 'embedded' : 'remote');
  if (kind === 'embedded' || kind === 'remote') return kind;
  throw new HarnessError('option-invalid', 'usage', `--target is "${kind}"`, { expected: 'embedded or remote' });
}

function targetMaker(
  kind: 'embedded' | 'remote',
  world: World,
  settings: Settings,
  faults: readonly string[],
  dialect: ReturnType<typeof parseDialect> | undefined,
): TargetMaker {
  if (kind === 'embedded') return () => embeddedTarget({ world, settings, faults, ...(dialect && { dialect }) });
  return async (signal, hide) => remoteTarget({ world, settings, signal, hide });
}

/** Everything in the environment that may never be written down. */
function secretsOf(terminal: Terminal): readonly Secret[] {
  const env = environmentOf(terminal);
  return ['API_KEY', 'SIGNING_SECRET', 'NGROK_AUTHTOKEN'].flatMap(name =>
    (env[name] ?? '')
      .split(',')
      .map(value => ({ name, value: value.trim() }))
      .filter(({ value }) => value !== ''),
  );
}

function version(): string {
  const { version: found } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return found;
}
