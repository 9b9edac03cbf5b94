/**
 * How long a test waits, in milliseconds, for what comes by itself in a moment: far longer than on a quiet machine, and
 * shorter than the 15 s after which the portal would notice by another way.
 */
export const patience = 14_000
