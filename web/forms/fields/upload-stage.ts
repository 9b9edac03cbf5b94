import { createContext } from 'react'

/**
 * The stage whose form is filled in: its files are accepted even when their upload ends after the stage. Null outside
 * of stages.
 */
export const UploadStage = createContext<number | null>(null)
