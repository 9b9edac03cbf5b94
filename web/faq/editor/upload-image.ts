import { api } from '#web/platform/api/portal-api.ts'

/** Keeps a picture of an article and tells its address. */
export async function uploadImage(competition: string, file: File) {
  const body = new FormData()
  body.append('file', file, file.name)
  return api('POST /admin/faq-images', { query: { competition_code: competition }, body })
}
