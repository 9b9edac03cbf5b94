import { createContext } from 'react'

/** The stage whose form is filled in: its files are taken even when they end to come after it. Null outside of stages. */
export const UploadStage = createContext<number | null>(null)
