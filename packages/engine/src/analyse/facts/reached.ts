/**
 * How far data was followed: to its `end`; over `part` of its way where that is unusually deep, wide or unimportant; or up to
 * a `bound` of the script, past which nothing is followed.
 */
export type Reached = 'end' | 'part' | 'bound';
