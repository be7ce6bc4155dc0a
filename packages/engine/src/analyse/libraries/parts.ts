/** What libraries bring along in their own file. */
const parts: Readonly<Record<string, readonly string[]>> = {
  'jquery-ui': ['jquery-ui-autocomplete', 'jquery-ui-dialog', 'jquery-ui-tooltip'],
  'react-dom': ['scheduler'],
  c3: ['d3'],
  echarts: ['zrender'],
  tinyMCE: ['DOMPurify'],
};

/** Whether a library is the other one or a part of it. */
export function isPartOf(name: string, whole: string): boolean {
  return name === whole || (parts[whole]?.includes(name) ?? false);
}
