import { Type } from 'typebox';
import { Timestamp, Word } from './primitives.ts';

/** What changes an account. */
export const auditActions = [
  'account_created',
  'sign_in',
  'sign_in_failed',
  'sign_out',
  'password_changed',
  'password_change_failed',
  'second_factor_enabled',
  'second_factor_disabled',
  'second_factor_change_failed',
  'recovery_codes_renewed',
  'identity_linked',
  'member_invited',
  'member_added',
  'invitation_accepted',
  'member_role_changed',
  'member_removed',
  'token_created',
  'token_revoked',
  'webhook_secret_rotated',
  'monitor_created',
  'monitor_changed',
  'monitor_deleted',
  'webhook_created',
  'webhook_changed',
  'webhook_deleted',
  'webhook_disabled',
  'signing_secret_rotated',
  'subscription_created',
  'subscription_changed',
  'subscription_deleted',
  'notice_read',
  'package_deleted',
  'decision_created',
  'decision_changed',
  'decision_deleted',
  'decision_taken_back',
  'inventory_imported',
  'inventory_deleted',
  'machine_erased',
  'user_erased',
] as const;
export type AuditAction = (typeof auditActions)[number];

const actorKinds = ['member', 'token', 'command_line', 'service', 'unknown'] as const;

const subjectKinds = [
  'account',
  'member',
  'token',
  'monitor',
  'webhook',
  'subscription',
  'notice',
  'package',
  'decision',
  'inventory',
] as const;
export type AuditSubjectKind = (typeof subjectKinds)[number];

function Maybe(description: string) {
  return Type.Union([Type.String(), Type.Null()], { description });
}

export const AuditEntry = Type.Object({
  id: Type.String({ format: 'uuid' }),
  action: Word(auditActions),
  actor: Type.Object(
    {
      kind: Word(actorKinds, {
        description:
          '`command_line`: whoever could open the database. `service`: of its own accord or by its settings. ' +
          '`unknown`: whoever failed to sign in.',
      }),
      member_id: Maybe('Whose session or token it was.'),
      email: Maybe("The member's."),
      token_id: Maybe('Null: no API token.'),
      token_name: Maybe("The token's."),
    },
    { description: 'Who did it, with the names of then, also when they are gone.' },
  ),
  address: Maybe('Where the request came from; null: from none, or from none that is known.'),
  subject: Type.Object(
    {
      kind: Word(subjectKinds),
      id: Maybe('Its id.'),
      name: Type.String({
        description:
          "A member's e-mail address, a token's name, a monitor's extension, the host of a webhook, a package's extension and version, what a decision is about.",
      }),
    },
    { description: 'What it was done to.' },
  ),
  details: Type.Object(
    {},
    {
      additionalProperties: true,
      description: 'What changed. Never a secret.',
      examples: [{ from: 'viewer', to: 'owner' }],
    },
  ),
  created_at: Timestamp('When it was done.'),
});
