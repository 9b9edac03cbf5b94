/** A PDF of one empty page that any reader opens; `bytes`: its size, `words`: text that nothing shows. */
export function aPdf({ bytes = 0, words = '' } = {}): Buffer {
  const start = Buffer.from(
    `%PDF-1.4\n%âãÏÓ\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R/Size 4>>\n%%EOF\n${words === '' ? '' : `% ${words}\n`}`,
  )
  return Buffer.concat([start, Buffer.alloc(Math.max(0, bytes - start.length), 32)])
}
