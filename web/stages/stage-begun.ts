import { createContext, useContext } from 'react'

/**
 * People are at the stage whose page is open in the console, or have been: what is put together before they come stands
 * folded.
 */
export const StageBegun = createContext(true)
export const useStageBegun = () => useContext(StageBegun)
