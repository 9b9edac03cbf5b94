const maxLength = 120

/**
 * The name under which a file is shown and downloaded: without a path, without characters that a system forbids or that
 * hide what follows, and with the extension of the file's real type.
 */
export function storedName(given: string, extension: string): string {
  const last = given.toWellFormed().replace(/^.*[\\/]/s, '')
  const clean = last
    .normalize('NFC')
    .replace(/\.[\p{L}\p{N}]{1,10}$/u, '')
    // Control characters, and invisible ones that change the direction of the text.
    .replace(/[\p{C}<>:"|?*]/gu, '')
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/gu, '')
  const stem = [...clean].slice(0, maxLength - extension.length - 1).join('')
  return `${stem.trim() || 'файл'}.${extension}`
}
