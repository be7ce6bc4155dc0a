// Writes the comment of the action on a pull request, in the place of the one that an earlier run has left there.

import { readFile } from 'node:fs/promises';

const {
  COMMENT = '',
  TARGET = '',
  TOKEN = '',
  PULL_REQUEST = '',
  GITHUB_REPOSITORY = '',
  GITHUB_API_URL = 'https://api.github.com',
} = process.env;

interface Comment {
  readonly id: number;
  readonly body?: string;
}

const pageSize = 100;
const pagesMax = 30;

const repository = `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}`;
const comments = `${repository}/issues/${PULL_REQUEST}/comments`;
// The first line, so that nobody who quotes the comment is taken for it. A path cannot end it.
const mark = `<!-- extaudit ${encodeURIComponent(TARGET)} -->\n`;

const body = mark + (await readFile(COMMENT, 'utf8'));
const earlier = await findEarlier();
const changed =
  earlier && (await call('PATCH', `${repository}/issues/comments/${earlier.id}`, { body }));
// Somebody else's, who has copied the mark, cannot be changed and keeps nothing back.
const answer = changed?.ok ? changed : await call('POST', comments, { body });
if (answer.status === 403 || answer.status === 404) {
  // A pull request from a fork, or a workflow without the permission.
  console.log('::warning::extaudit may not comment here; what changed stands in the summary');
} else if (!answer.ok) {
  throw new Error(`GitHub answered ${answer.status} to the comment: ${await answer.text()}`);
}

async function findEarlier(): Promise<Comment | undefined> {
  for (let page = 1; page <= pagesMax; page++) {
    const found = await call('GET', `${comments}?per_page=${pageSize}&page=${page}`);
    if (!found.ok) return undefined;
    const list = (await found.json()) as readonly Comment[];
    const own = list.find((comment) => comment.body?.startsWith(mark));
    if (own !== undefined || list.length < pageSize) return own;
  }
  return undefined;
}

function call(method: string, url: string, content?: object): Promise<Response> {
  return fetch(url, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${TOKEN}`,
      'x-github-api-version': '2022-11-28',
    },
    ...(content && { body: JSON.stringify(content) }),
    signal: AbortSignal.timeout(30_000),
  });
}
