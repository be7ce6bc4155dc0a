import type { Collector } from './collector.ts';
import { FlowReader } from './flows/flow-reader.ts';
import { assignmentsOfCall, readAssignment, readCall } from './read-call.ts';
import type { ScriptReader } from './script-reader.ts';

/** The flows of one script, and nothing else of what it says. */
export function readFlows(script: ScriptReader, facts: Collector): void {
  const flows = new FlowReader(script, facts);
  for (const site of script.walked.sites) {
    const { node } = site;
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const call = readCall(node, site, script);
      if (call === undefined) continue;
      for (const write of assignmentsOfCall(call)) flows.readAssignment(write);
      flows.readCall(call);
    } else if (node.type === 'AssignmentExpression')
      flows.readAssignment(readAssignment(node, site, script));
  }
  flows.finish();
}
