import { Type } from 'typebox'

/** Notices that a person closes once, on every device. `invite`: «Брось вызов!». */
export const closableNotice = Type.Literal('invite')
