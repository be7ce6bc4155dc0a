// Builds the guide where it is missing or older than its sources, and says where it stands.

import { ensureBuilt } from './ensure-built.ts';

const folder = await ensureBuilt((message) => process.stderr.write(`${message}\n`));
process.stdout.write(`${folder}\n`);
