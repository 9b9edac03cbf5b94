/** Where the key of an export's file is sealed for. */
export const exportKeyPlace = (id: number) => `exports:sealed_key:${id}`
