import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { inlineHashes, pageHeaders } from './page-headers.ts'

const html =
  '<style>@layer a;</style><script>let a = 1</script><script type="module" src="/m.js"></script>' +
  '<script type="application/json" id="start-data">{}</script>'

test('R-47 only our own files and inline parts with known hashes may run', () => {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  expect(inlineHashes(html)).toEqual({ scripts: [hash('let a = 1')], styles: [hash('@layer a;')] })
  const policy = pageHeaders(html, { captcha: false, counters: [] })['Content-Security-Policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types dompurify ProseMirrorClipboard door")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("img-src 'self' data: blob:;")
  expect(policy).not.toContain('unsafe')
})

test('R-96 with the captcha the policy demands Trusted Types too, and one more maker cleans what the captcha writes', () => {
  const policy = pageHeaders(html, { captcha: true, counters: [] })['Content-Security-Policy'] ?? ''
  expect(policy).toContain(
    "require-trusted-types-for 'script'; trusted-types dompurify ProseMirrorClipboard door default",
  )
  expect(policy).not.toContain('unsafe')
})

test('R-80 pictures come from the portal itself, and from a counter of visits that is switched on', () => {
  const policy = pageHeaders(html, { captcha: false, counters: ['https://counter.example'] })['Content-Security-Policy']
  expect(policy).toContain("img-src 'self' data: blob: https://counter.example;")
})
