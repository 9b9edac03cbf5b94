/** Apart from what makes the documents, which is loaded only for one. */
export const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
