/** The state of a person at a part, for organisers. `other`: the part is for another track. */
export const partMarks = ['none', 'begun', 'handed_in', 'accepted', 'returned', 'refused', 'spared', 'other'] as const

export type PartMark = (typeof partMarks)[number]
