/** In a file of its own: the library that makes documents is loaded only when one is made. */
export const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
