/** A piece of a document that people download, whatever its format. */
export type DocumentPart =
  | { kind: 'title' | 'heading' | 'text'; text: string }
  | { kind: 'table'; rows: readonly (readonly [label: string, value: string])[] }

export const documentFormats = ['pdf', 'docx'] as const
export type DocumentFormat = (typeof documentFormats)[number]
