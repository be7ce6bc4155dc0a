import { startTestStore } from './test-store.ts';

// A test store in a process of its own, for benchmarks and for tests that kill the others. Prints its URLs as one
// line of JSON; told what to list by HTTP below /control/, see `test-store.ts`. Argument: `everyIdVersion`.
const [everyIdVersion] = process.argv.slice(2);
const store = await startTestStore(everyIdVersion === undefined ? {} : { everyIdVersion });
const { chromeUrl, edgeUrl, updateUrl } = store;
process.stdout.write(`${JSON.stringify({ chromeUrl, edgeUrl, updateUrl })}\n`);
