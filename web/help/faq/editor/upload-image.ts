import { api } from '#web/platform/api/portal-api.ts'

/** Uploads a picture of an article. Gives its address. */
export async function uploadImage(competition: string, file: File) {
  const body = new FormData()
  body.append('file', file, file.name)
  return api('POST /admin/faq-images', { query: { competition_code: competition }, body })
}
