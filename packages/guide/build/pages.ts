/** A page of the guide: one Markdown file of the repository. */
interface Page {
  /** Path of the file below the repository. */
  readonly source: string;
  /** In the table of contents, where it is another than the file's heading. */
  readonly label?: string;
}

interface Section {
  readonly title: string;
  readonly pages: readonly Page[];
}

/** The table of contents, in reading order. Pages of single rules and of decisions stand behind the page that lists them. */
export const sections: readonly Section[] = [
  {
    title: 'Start',
    pages: [
      { source: 'docs/README.md', label: 'What extaudit is' },
      { source: 'docs/quick-start/security-team.md', label: 'For security teams' },
      { source: 'docs/quick-start/developer.md', label: 'For extension developers' },
      { source: 'docs/quick-start/researcher.md', label: 'For researchers' },
      { source: 'docs/quick-start/operator.md', label: 'For operators' },
      { source: 'docs/quick-start/integrator.md', label: 'For integrators' },
      { source: 'docs/concepts.md' },
    ],
  },
  {
    title: 'Verdicts',
    pages: [
      { source: 'docs/scoring.md' },
      { source: 'docs/rules/README.md', label: 'All rules' },
      { source: 'docs/intelligence.md', label: 'Intelligence' },
      { source: 'docs/failure-codes.md' },
      { source: 'docs/accuracy.md' },
      { source: 'docs/comparison.md' },
    ],
  },
  {
    title: 'Interfaces',
    pages: [
      { source: 'docs/api-guide.md' },
      { source: 'docs/alerts.md' },
      { source: 'packages/client/README.md', label: 'JavaScript client' },
      { source: 'packages/engine/README.md', label: 'Engine as a library' },
      { source: 'packages/cli/README.md', label: 'Command as a package' },
    ],
  },
  {
    title: 'Operations',
    pages: [
      { source: 'docs/operations.md' },
      { source: 'docs/operations-deployment.md', label: 'Deployment recipes' },
      { source: 'docs/reliability.md' },
      { source: 'docs/threat-model.md' },
      { source: 'SECURITY.md', label: 'Reporting vulnerabilities' },
      { source: 'CHANGELOG.md' },
    ],
  },
  {
    title: 'Inside',
    pages: [
      { source: 'ARCHITECTURE.md', label: 'Architecture' },
      { source: 'docs/adr/README.md', label: 'Decisions' },
      { source: 'packages/engine/src/analyse/README.md', label: 'How code is analysed' },
      { source: 'bench/README.md', label: 'Benchmarks' },
      { source: 'CONTRIBUTING.md' },
    ],
  },
];

/** Pages that the table of contents leaves to the pages that list them, as patterns below the repository. */
export const listedElsewhere: readonly string[] = ['docs/rules/*/*.md', 'docs/adr/[0-9]*.md'];

/** Where a page stands below the guide's own address: `docs/rules/README.md` is `rules/index.html`. */
export function placeOf(source: string): string {
  const path = source.replace(/^(?:docs|packages)\//, '').replace(/\.md$/, '');
  const place = path.replace(/(?<=^|\/)README$/, 'index').replace(/^[A-Z]+$/, toLowerCase);
  return `${place}.html`;
}

function toLowerCase(text: string): string {
  return text.toLowerCase();
}
