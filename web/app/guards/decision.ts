/** What a guard decides: allow, redirect, or show the error page. */
export type Decision = { go: true } | { to: string; hash?: string } | { status: number; message: string }

export const go: Decision = { go: true }
