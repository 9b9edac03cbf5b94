/** What a guard says: stay, go elsewhere, or show the error page. */
export type Decision = { go: true } | { to: string; hash?: string } | { status: number; message: string }

export const go: Decision = { go: true }
