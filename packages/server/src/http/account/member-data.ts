import type { DataOf, operations } from '@extaudit/contract';
import type { ListedMember } from '../../storage/account/member.ts';

export type MemberData = DataOf<typeof operations.listMembers, 200>;

/** A member as the API shows them. */
export function memberData(member: ListedMember): MemberData {
  return {
    member_id: member.memberId,
    email: member.email,
    role: member.role,
    is_invited: member.isInvited,
    has_second_factor: member.hasSecondFactor,
    created_at: member.createdAt.toISOString(),
  };
}
