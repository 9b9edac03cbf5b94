/**
 * How long a test waits for something that usually happens at once, in milliseconds: far longer than it takes on a
 * quiet machine, and shorter than the 15 s after which the portal would notice in another way.
 */
export const patience = 14_000
