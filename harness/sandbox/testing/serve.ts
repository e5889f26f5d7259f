import { realWorld } from '../../world/real-world.ts';
import { startSandbox } from '../start-sandbox.ts';

// A sandbox in its own process, so that a test can kill it. Arguments: the database file and the webhook URL.
const [db = '', webhookUrl = ''] = process.argv.slice(2);
const sandbox = await startSandbox({ world: realWorld(), db, webhookUrl });
process.stdout.write(`${sandbox.url}\n`);
