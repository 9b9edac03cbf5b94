/** The place to which the sealed key of an export's file is bound. */
export const exportKeyPlace = (id: number) => `exports:sealed_key:${id}`
