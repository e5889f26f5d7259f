import { Ajv2020 } from 'ajv/dist/2020.js';
import { attempted, HarnessError } from '../../base/errors.ts';
import { isObject } from '../../base/json.ts';
import { once, oncePerKey } from '../../base/once.ts';
import { escapeNonAscii } from '../../evidence/redaction/encodings.ts';
import type { RunningTime } from '../../world/running-time.ts';
import type { Connection, Launch } from './connection.ts';
import {
  type AdapterReply,
  type Description,
  type Failure,
  type Method,
  type Params,
  PROTOCOL,
  type Result,
} from './protocol.ts';

/** How long an adapter may take to answer, in milliseconds of this process's running time. */
const CALL_LIMIT_MS = 10_000;
/** A call that failed. */
type Broke = AdapterReply & { readonly kind: 'broke' };

/** How much of an adapter's output is quoted, in characters. */
const QUOTED = 600;

/** An SDK behind JSON-RPC 2.0, one message per line. It is restarted if it dies, hangs or prints too much. */
export class Adapter {
  readonly #time: RunningTime;
  readonly #launch: Launch;
  #connection: Connection | undefined;
  /** Resolves when the last process has ended. */
  #closing: Promise<void> | undefined;
  /** The current call. */
  #pending: { readonly id: number; readonly resolve: (reply: AdapterReply) => void } | undefined;
  /** Lines on stdout since the last call that answer no call, or answer one a second time. */
  #noise: { readonly failure: 'noise' | 'twice'; readonly text: string }[] = [];
  #ids = 0;
  /** Why the adapter ended; `undefined` while it runs. */
  #gone: string | undefined;

  constructor(time: RunningTime, launch: Launch) {
    this.#time = time;
    this.#launch = launch;
  }

  /** Starts the adapter and asks it to describe itself. @throws HarnessError `adapter-unusable` (usage) */
  async describe(): Promise<Description> {
    const reply = checkReply('describe', await this.#exchange('describe', { protocol: 1 }));
    if (reply.kind === 'broke') throw this.#unusable(reply);
    return reply.result;
  }

  /** Calls one method. Never rejects: a failure is a reply. */
  async call<M extends Method>(method: M, params: Params<M>): Promise<AdapterReply<Result<M>>> {
    const reply = checkReply(method, await this.#exchange(method, params));
    const noise = this.#takeNoise();
    const otherBreak = reply.kind === 'broke' && reply.failure !== 'error' && reply.failure !== 'malformed';
    return noise === undefined || otherBreak ? reply : noise;
  }

  /** Ends the adapter. @returns what it printed after its last answer; `undefined` if nothing */
  async end(): Promise<Broke | undefined> {
    const connection = this.#connection;
    if (connection === undefined) return undefined;
    await connection.close();
    const noise = this.#takeNoise();
    await this.close();
    return noise;
  }

  /** Ends the adapter. The next call starts a new process, as after a deployment. */
  async close(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#break('death', 'it was ended by the gate');
    this.#closing = connection?.close() ?? this.#closing;
    await this.#closing;
  }

  /** The unexpected output so far. It is `twice` only if every line is a second answer. */
  #takeNoise(): Broke | undefined {
    const noise = this.#noise;
    this.#noise = [];
    const [first] = noise;
    if (first === undefined) return undefined;
    const failure = noise.every(line => line.failure === 'twice') ? 'twice' : 'noise';
    const what = failure === 'twice' ? 'a second answer' : 'on stdout, besides its answers';
    return { kind: 'broke', failure, said: `${what}: ${quote(noise.map(({ text }) => text).join('\n'))}` };
  }

  async #exchange(method: string, params: object): Promise<AdapterReply> {
    const connection = this.#running();
    const id = ++this.#ids;
    const { promise, resolve } = Promise.withResolvers<AdapterReply>();
    this.#pending = { id, resolve };
    const timer = this.#time.after(CALL_LIMIT_MS, () => {
      this.#drop();
      const noise = this.#takeNoise();
      const printed = noise === undefined ? '' : `; ${noise.said}`;
      this.#break('hang', `no answer within ${CALL_LIMIT_MS / 1000} s${printed}${onStderr(connection)}`);
    });
    if (this.#gone === undefined) {
      // Some readers end a line at U+2028, and some read stdin in the encoding of their locale.
      connection.send(escapeNonAscii(JSON.stringify({ jsonrpc: '2.0', id, method, params })));
    } else this.#break('death', `${this.#gone}${onStderr(connection)}`);
    const reply = await promise;
    timer.cancel();
    return reply;
  }

  #settle(reply: AdapterReply): void {
    this.#pending?.resolve(reply);
    this.#pending = undefined;
  }

  #break(failure: Failure, said: string): void {
    this.#settle({ kind: 'broke', failure, said });
  }

  #running(): Connection {
    if (this.#connection !== undefined && this.#gone === undefined) return this.#connection;
    this.#gone = undefined;
    // Ignore late output of an earlier process.
    const current = () => this.#connection === connection;
    const connection = this.#launch({
      line: text => {
        if (current()) this.#take(text);
      },
      flood: () => {
        if (!current()) return;
        this.#drop();
        const text = 'more than 8 MiB after an answer';
        if (this.#pending === undefined) this.#noise.push({ failure: 'noise', text });
        this.#break('flood', 'more than 8 MiB on stdout for one call');
      },
      ended: why => {
        if (!current()) return;
        this.#gone = why;
        this.#break('death', `${why}${onStderr(connection)}`);
      },
    });
    this.#connection = connection;
    return connection;
  }

  #drop(): void {
    this.#connection?.kill();
    this.#connection = undefined;
    this.#gone = undefined;
  }

  #take(text: string): void {
    if (text.trim() === '') return;
    const message: unknown = attempted(() => JSON.parse(text));
    // A JSON-RPC error has a null id if the request could not be read. It answers the current call.
    const id = isObject(message) && message.id === null && isObject(message.error) ? this.#pending?.id : undefined;
    if (!isObject(message) || this.#pending === undefined || (message.id ?? id) !== this.#pending.id) {
      this.#noise.push({ failure: this.#isAnswered(message) ? 'twice' : 'noise', text: text.slice(0, QUOTED) });
    } else if (isObject(message.error)) {
      this.#break('error', `a JSON-RPC error: ${quote(JSON.stringify(message.error))}`);
    } else if ('result' in message) {
      this.#settle({ kind: 'result', result: message.result });
    } else {
      this.#break('malformed', `an answer without result or error: ${quote(text)}`);
    }
  }

  /** Whether a message answers a call for the second time. */
  #isAnswered(message: unknown): boolean {
    return isObject(message) && typeof message.id === 'number' && message.id > 0 && message.id <= this.#ids;
  }

  #unusable({ failure, said }: Broke): HarnessError {
    return new HarnessError('adapter-unusable', 'usage', 'the adapter cannot start, or cannot describe itself', {
      received: [said, this.#takeNoise()?.said].filter(part => part !== undefined).join('; '),
      expected: 'an answer to describe: { name, version, language, clock: "injected" | "system", methods: […] }',
      likely:
        failure === 'hang'
          ? 'it is too slow to start, or does not flush stdout: compile it first, and run what was compiled'
          : 'the command line after -- does not start the adapter, or it needs something that is not installed',
      next: 'run the command by hand and give it: {"jsonrpc":"2.0","id":1,"method":"describe","params":{"protocol":1}}',
    });
  }
}

function onStderr(connection: Connection | undefined): string {
  const said = connection?.said() ?? '';
  return said === '' ? '' : `; on stderr: ${quote(said.slice(-QUOTED))}`;
}

function quote(text: string): string {
  return text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text;
}

const ajv = once(() => new Ajv2020());
const validatorOf = oncePerKey((method: keyof typeof PROTOCOL) => ajv().compile(PROTOCOL[method].result.json));

/** Checks a reply against the protocol. A result of another form is `malformed`. */
function checkReply<M extends keyof typeof PROTOCOL>(method: M, reply: AdapterReply): AdapterReply<Result<M>> {
  if (reply.kind === 'broke') return reply;
  const validate = validatorOf(method);
  if (validate(reply.result)) return { kind: 'result', result: reply.result as Result<M> };
  const problem = ajv().errorsText(validate.errors, { dataVar: 'result' });
  const text = (JSON.stringify(reply.result) ?? 'nothing').slice(0, 200);
  return { kind: 'broke', failure: 'malformed', said: `${problem}: ${text}` };
}
