import { createContext, useContext } from 'react'

/**
 * Whether people have begun the stage whose page is open in the console. Parts that prepare the stage are then folded
 * up.
 */
export const StageBegun = createContext(true)
export const useStageBegun = () => useContext(StageBegun)
