import { createContext } from 'react'

/** The stage whose proposal is on the page, for its parts that the screen of works renders. */
export const ProposalPlace = createContext({ competition: '', stageId: 0 })
