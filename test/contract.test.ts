import { type Operation, openApiDocument, operations } from '@extaudit/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { routes } from '../packages/server/src/http/routes.ts';

const all: readonly Operation[] = Object.values(operations);
const httpFolder = join(import.meta.dirname, '../packages/server/src/http');
const document = openApiDocument(all, { version: '1.2.3' });

describe('the contract', () => {
  it('has exactly one handler for every operation, in the file of its name', () => {
    const handled = routes.map(({ operation }) => operation.id);
    assert.deepEqual(handled.toSorted(), all.map(({ id }) => id).toSorted());
    const missing = all.filter(({ tag, id }) => !existsSync(join(httpFolder, tag, `${id}.ts`)));
    assert.deepEqual(missing, []);
  });

  it('has a test, named by its status, for every status that an operation declares itself', () => {
    const untested = all.flatMap((operation) => {
      const tested = statusesTested(operation);
      return [...Object.keys(operation.answers), ...Object.keys(operation.errors)]
        .filter((status) => !tested.has(status))
        .map((status) => `${operation.tag}/${operation.id}.test.ts: ${status}`);
    });
    assert.deepEqual(untested, []);
  });

  it('tells every parameter of a path, and no other', () => {
    for (const { path, params } of all) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      assert.deepEqual(Object.keys(params?.properties ?? {}), inPath, path);
    }
  });
});

describe('the OpenAPI document', () => {
  it('has no reference that leads nowhere', () => {
    for (const reference of referencesIn(document)) {
      const target = reference
        .slice('#/'.length)
        .split('/')
        .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document);
      assert.ok(target, reference);
    }
  });

  it('has schemas that JSON Schema 2020-12 accepts', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: true });
    addFormats.default(ajv);
    ajv.addSchema(document, 'openapi');
    const { schemas } = document['components'] as { schemas: Record<string, unknown> };
    for (const name of Object.keys(schemas)) {
      const validate = ajv.getSchema(`openapi#/components/schemas/${name}`);
      assert.equal(typeof validate, 'function', name);
    }
    const failure = ajv.getSchema('openapi#/components/schemas/Failure');
    assert.equal(failure?.({ success: false, error: 'why' }), true);
    assert.equal(failure?.({ success: true }), false);
  });

  it('gives every operation an id of its own and every failure the failure envelope', () => {
    const paths = document['paths'] as Record<string, Record<string, OperationObject>>;
    const described = Object.values(paths).flatMap((path) => Object.values(path));
    assert.equal(new Set(described.map(({ operationId }) => operationId)).size, all.length);
    for (const { operationId, responses } of described) {
      for (const [status, { description, content }] of Object.entries(responses)) {
        assert.ok(description, `${operationId} ${status}`);
        if (Number(status) < 400) continue;
        const { schema } = content['application/json'];
        assert.deepEqual(schema, { $ref: '#/components/schemas/Failure' });
      }
    }
  });
});

interface OperationObject {
  readonly operationId: string;
  readonly responses: Readonly<
    Record<string, { description: string; content: { 'application/json': { schema: unknown } } }>
  >;
}

/** Statuses that the titles in the operation's test file begin with: `it('201 takes …', 'it('413 and 415 for …'`. */
function statusesTested({ tag, id }: Operation): ReadonlySet<string> {
  const file = join(httpFolder, tag, `${id}.test.ts`);
  if (!existsSync(file)) return new Set();
  const titles = readFileSync(file, 'utf8').matchAll(/\bit\(\s*[`'"]([^`'"\n]+)/g);
  const statuses = [...titles]
    .filter(([, title = '']) => /^\d{3} /.test(title))
    .flatMap(([, title = '']) => title.match(/(?<!\S)\d{3}(?=[ ,])/g) ?? []);
  return new Set(statuses);
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === '$ref' && typeof item === 'string' ? [item] : referencesIn(item),
  );
}
