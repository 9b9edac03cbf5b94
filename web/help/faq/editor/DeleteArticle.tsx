import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { inReadingOrder } from '#shared/help/faq/tree.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { type ArticlePage, helpQuery, renewHelp, useHelpAddress } from '#web/help/faq/queries.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import styles from './ArticleFields.module.css'

/** Deletes an article after a question that lists everything below it. */
export function DeleteArticle({
  competition,
  article,
  onDeleted,
}: {
  competition: string
  article: ArticlePage
  onDeleted: () => Promise<void>
}) {
  const [asking, setAsking] = useState(false)
  const router = useRouter()
  const address = useHelpAddress(competition)
  const { data: help } = useQuery(helpQuery(competition))
  const node = inReadingOrder(help?.articles ?? []).find(({ id }) => id === article.id)
  const below = node ? inReadingOrder(node.children).length : 0
  const remove = useMutation({
    mutationFn: () =>
      api('DELETE /admin/faq-articles/:id', { params: { id: article.id }, query: { with_children: below > 0 } }),
    onSuccess: async () => {
      await onDeleted()
      showBanner('Статья удалена', 'success')
      await router.navigate({ to: address() })
      await renewHelp(competition)
    },
  })
  return (
    <>
      <Button kind="quiet" className={styles.delete ?? ''} onClick={() => setAsking(true)}>
        Удалить статью
      </Button>
      {asking && (
        <Confirm
          title={`Удалить ${quoted(article.title)}?`}
          act="Удалить"
          danger
          send={() => remove.mutateAsync()}
          onClose={() => setAsking(false)}
        >
          <p>
            {below > 0
              ? `Вместе с ней исчезнет всё, что в неё вложено: ${counted(below, 'статья', 'статьи', 'статей')}. Вернуть их нельзя.`
              : 'Вернуть её нельзя. Если сомневаетесь, оставьте её только редакторам.'}
          </p>
        </Confirm>
      )}
    </>
  )
}
