/** The program behind ORDER_COMMAND and WEBHOOK_COMMAND in tests. It calls the sandbox's `/_control` without curl. */

const { SANDBOX_URL = '', ORDER_COUNT = '1', WEBHOOK_URL = '' } = process.env;
const [what] = process.argv.slice(2);
const [method, path] =
  what === 'orders'
    ? ['POST', `/_control/collection-orders?format=ids&count=${ORDER_COUNT}`]
    : ['PUT', `/_control/webhook?format=secret&url=${encodeURIComponent(WEBHOOK_URL)}`];
const answer = await fetch(SANDBOX_URL + path, { method });
process.stdout.write(await answer.text());
process.exitCode = answer.ok ? 0 : 1;
