import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { apiFile } from '#web/platform/api/portal-api.ts'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import styles from './TestRun.module.css'

/** The picture of a question, with its words for those who do not see it or do not get it. */
export function TestPicture({ stageId, file, words }: { stageId: number; file: string; words: string }) {
  const picture = useQuery({
    queryKey: ['test-picture', stageId, file],
    queryFn: async () =>
      (await apiFile('GET /user/assessments/:id/pictures/:file_id', { params: { id: stageId, file_id: file } })).blob,
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
