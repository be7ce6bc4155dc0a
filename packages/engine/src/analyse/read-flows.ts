import type { Collector } from './collect/collector.ts';
import { FlowReader } from './flows/record/flow-reader.ts';
import { assignmentsOfCall, readCall, readMemberWrite, readNameWrite } from './values/read-call.ts';
import type { ScriptReader } from './values/script-reader.ts';

/** The flows of one script, and nothing else of what it says. */
export function readFlows(script: ScriptReader, facts: Collector): void {
  const flows = new FlowReader(script, facts);
  for (const site of script.walked.sites) {
    const { node, scope } = site;
    if (site.kind === 'call') {
      const call = readCall(site, script);
      if (call === undefined) continue;
      for (const write of assignmentsOfCall(call, script)) flows.readAssignment(write);
      flows.readCall(call);
    } else if (site.kind === 'write') {
      const write = readMemberWrite(site, script);
      if (write !== undefined) flows.readAssignment(write);
    } else if (node.type === 'AssignmentExpression')
      flows.readAssignment(readNameWrite(node, scope, script));
  }
  flows.finish();
}
