import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { apiFile } from '#web/platform/api/portal-api.ts'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import styles from './TestRun.module.css'

/** The stage of the paper, or the competition of the bank, in which the picture is. */
type PictureOf = { stageId: number } | { competition: string }

interface TestPictureProps {
  of: PictureOf
  file: string
  words: string
}

const load = (of: PictureOf, file: string) =>
  'stageId' in of
    ? apiFile('GET /user/assessments/:id/pictures/:file_id', { params: { id: of.stageId, file_id: file } })
    : apiFile('GET /admin/competitions/:competition/question-pictures/:file_id', { params: { ...of, file_id: file } })

/** The picture of a question, with its words for people who cannot see or load it. */
export function TestPicture({ of, file, words }: TestPictureProps) {
  const picture = useQuery({
    queryKey: ['test-picture', of, file],
    queryFn: async () => (await load(of, file)).blob,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!picture.data) return
    const made = URL.createObjectURL(picture.data)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [picture.data])
  if (picture.error) return <p className={styles.quiet}>Картинка не загрузилась. На ней: {words}</p>
  return url ? <img className={styles.picture} src={url} alt={words} /> : <Skeleton height="12rem" />
}
