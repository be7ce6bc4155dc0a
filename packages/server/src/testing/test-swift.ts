import {
  CreateBucketCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../storage/postgres/free-port.ts';
import { bringDebianPrograms, type DebianPrograms } from './debian-programs.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { canConnect } from '../storage/postgres/can-connect.ts';

/** An S3-compatible store: OpenStack Swift of Debian with its s3api, whole but for having one disk and one of each server. */
export interface TestSwift extends AsyncDisposable {
  /** What the service is told of its one bucket. */
  readonly env: Readonly<Record<string, string>>;
  readonly bucket: string;
  readonly endpoint: string;
  readonly region: string;
  /** Of another program than the service, to look at what that did. */
  readonly client: S3Client;
  /** Of all objects. */
  keys(): Promise<readonly string[]>;
  /** Of objects, of parts of objects and of uploads that are under way. */
  countFiles(): number;
  read(key: string): Promise<Uint8Array>;
  /** Ends what answers S3 requests at once, and starts it again after that time. */
  goAway(milliseconds: number): Promise<void>;
}

const servers = ['account', 'container', 'object', 'proxy'] as const;
type Server = (typeof servers)[number];
const ringPorts = ['account', 'container', 'object'] as const;

const bucket = 'packages';
const region = 'eu-central-3';
const keys = { accessKeyId: 'tide:table', secretAccessKey: 'ebb-and-flood' };
const startSecondsMax = 60;

export async function startTestSwift(): Promise<TestSwift> {
  const debian = await bringDebianPrograms(['python3-swift']);
  await using started = new AsyncDisposableStack();
  const folder = started.use(await temporaryFolder()).path;
  const ports = new Map<Server, number>();
  for (const server of servers) ports.set(server, await freePort());
  await configure(folder, ports);
  const python = await debian.program('python3');
  const rings = ringPorts.map((server) => `${server}=${ports.get(server)}`);
  await promisify(execFile)(python, [join(folder, 'rings.py'), folder, ...rings], {
    env: environment(debian),
  });
  const processes = new Map<Server, ChildProcess>();
  started.defer(async () => {
    await Promise.all([...processes.values()].map((child) => end(child, 'SIGTERM')));
  });

  async function start(server: Server): Promise<void> {
    const child = spawn(python, [join(folder, 'serve.py'), folder, server], {
      env: environment(debian),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    processes.set(server, child);
    let said = '';
    for (const output of [child.stdout, child.stderr]) {
      output.on('data', (part) => (said = `${said}${part}`.slice(-4_000)));
    }
    const deadline = Date.now() + startSecondsMax * 1_000;
    while (!(await canConnect(ports.get(server) ?? 0))) {
      const isOver = child.exitCode !== null || child.signalCode !== null;
      if (isOver || Date.now() > deadline) throw new Error(`swift-${server}-server: ${said}`);
      await sleep(100);
    }
  }

  await Promise.all(servers.map(start));
  const endpoint = `http://127.0.0.1:${ports.get('proxy')}`;
  const client = new S3Client({ endpoint, region, credentials: keys, forcePathStyle: true });
  started.defer(() => client.destroy());
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  const stack = started.move();
  return {
    env: {
      EXTAUDIT_PACKAGES_URL: `s3://${bucket}?endpoint=${endpoint}&region=${region}`,
      AWS_ACCESS_KEY_ID: keys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
    bucket,
    endpoint,
    region,
    client,
    countFiles: () => globSync('disks/one/objects/**/*.data', { cwd: folder }).length,
    async keys() {
      const found: string[] = [];
      for (let token: string | undefined; ;) {
        const list = new ListObjectsV2Command({ Bucket: bucket, ContinuationToken: token });
        const { Contents = [], NextContinuationToken } = await client.send(list);
        found.push(...Contents.map(({ Key }) => Key ?? ''));
        token = NextContinuationToken;
        if (token === undefined) return found;
      }
    },
    async read(key) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      return Body?.transformToByteArray() ?? new Uint8Array();
    },
    async goAway(milliseconds) {
      const proxy = processes.get('proxy');
      if (proxy) await end(proxy, 'SIGKILL');
      await sleep(milliseconds);
      await start('proxy');
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function environment(debian: DebianPrograms): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], ...debian.env };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  const killing = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await exited;
  clearTimeout(killing);
}

/** https://docs.openstack.org/swift/2023.1/development_saio.html, without what several machines or copies need. */
async function configure(folder: string, ports: ReadonlyMap<Server, number>): Promise<void> {
  await mkdir(join(folder, 'disks/one'), { recursive: true });
  const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);
  await write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = tide\n');
  for (const server of servers) {
    const isProxy = server === 'proxy';
    await write(
      `${server}.conf`,
      `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${ports.get(server)}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${folder}/disks
mount_check = false
fallocate_reserve = 0
conn_timeout = 10
node_timeout = 30
[pipeline:main]
pipeline = ${isProxy ? 'cache s3api tempauth bulk slo ' : ''}${server}-server
[app:${server}-server]
use = egg:swift#${server}
${isProxy ? proxySettings : ''}`,
    );
  }
  await write('rings.py', ringProgram);
  await write('serve.py', serverProgram);
}

// Nobody listens on that port: what a cache would remember is looked up each time. The user is what both keys are asked by.
const proxySettings = `account_autocreate = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = ${region}
[filter:tempauth]
use = egg:swift#tempauth
user_${keys.accessKeyId.replace(':', '_')} = ${keys.secretAccessKey} .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
`;

/** As three calls each of swift-ring-builder would. */
const ringProgram = `import sys
from swift.common.ring import RingBuilder
folder, *rings = sys.argv[1:]
for ring in rings:
    name, port = ring.split('=')
    builder = RingBuilder(part_power=2, replicas=1, min_part_hours=1)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'one', 'weight': 1})
    builder.rebalance()
    builder.get_ring().save(f'{folder}/{name}.ring.gz')
`;

/** As swift-proxy-server and its like, which know no folder but /etc/swift, and ended with the test that was killed. */
const serverProgram = `import ctypes, signal, sys
ctypes.CDLL(None).prctl(1, signal.SIGKILL)
from swift.common import utils
from swift.common.wsgi import run_wsgi
folder, server = sys.argv[1:]
utils.set_swift_dir(folder)
sys.exit(run_wsgi(f'{folder}/{server}.conf', f'{server}-server', verbose=True))
`;
