import { createHash } from 'node:crypto';
import { showControls } from '../rules/excerpt.ts';
import { type RiskLevel, riskLevels } from '../vocabulary.ts';
import { type Block, reportDocument } from './report-document.ts';
import type { ScanResult } from './scan-result.ts';

/** Reports as one HTML file: no script, nothing from elsewhere, for the screen and for paper. Texts of the package stay texts. */
export function htmlReport(...results: readonly ScanResult[]): string {
  const blocks = results.flatMap(reportDocument).map(blockHtml).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${htmlReportPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escaped(titleOf(results))}: extaudit</title>
<style>${style}</style>
</head>
<body class="${worstLevel(results)}">
<main>
${blocks}
</main>
</body>
</html>
`;
}

function titleOf([result, ...others]: readonly ScanResult[]): string {
  if (result === undefined || others.length > 0) return `${others.length + 1} extensions`;
  return 'error' in result ? result.target : `${result.name} ${result.version}`;
}

/** What is of no known level, such as what was not audited, counts as the worst. */
function worstLevel(results: readonly ScanResult[]): RiskLevel {
  const ranks = results.map((result) =>
    'error' in result ? -1 : riskLevels.indexOf(result.report.risk_level),
  );
  return (ranks.includes(-1) ? undefined : riskLevels[Math.max(...ranks)]) ?? 'critical';
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; border-top: 0.5rem solid; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
.low { border-color: #2b8a3e; } .medium { border-color: #e67700; }
.high { border-color: #c92a2a; } .critical { border-color: #862e9c; }
h1 + p { font-weight: bold; font-size: 1.25rem; }
h2 { border-bottom: 1px solid; margin-top: 2rem; }
pre { white-space: pre-wrap; border-left: 3px solid; padding-left: 0.75rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border: 1px solid; padding: 0.25rem 0.5rem; text-align: left; vertical-align: top; }
@media print { main { max-width: none; } h2, h3 { break-after: avoid; } tr, pre { break-inside: avoid; } }
`;

/** What a browser may do with the file: show its one style. */
export const htmlReportPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`;

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${escaped(block.text)}</h${block.level}>`;
    case 'paragraph':
      return `<p>${escaped(block.text)}</p>`;
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`;
    case 'code':
      return `<pre><code>${escaped(block.text)}</code></pre>`;
    case 'table': {
      const head = block.head.map((cell) => `<th>${escaped(cell)}</th>`).join('');
      const hasHead = block.head.some((cell) => cell !== '');
      const rows = block.rows.map(
        (row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`,
      );
      return `<table>${hasHead ? `<thead><tr>${head}</tr></thead>` : ''}<tbody>${rows.join('')}</tbody></table>`;
    }
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return showControls(text).replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
