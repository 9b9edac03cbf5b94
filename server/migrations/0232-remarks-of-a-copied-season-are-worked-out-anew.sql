-- Texts of remarks are no longer kept: they follow from the season as it is. Of those that only a person settles it is kept
-- which there were; what they were about then is not known of older copies, so they stay until somebody has read them.
update competitions c
set copied = c.copied || jsonb_build_object('read', '[]'::jsonb, 'look', (
  select coalesce(jsonb_agg(jsonb_build_object('key', k.about || ':' || coalesce(l.item ->> 'stage', '') || ':' || k.what,
    'was', null)), '[]')
  from jsonb_array_elements(c.copied -> 'look') as l (item)
  cross join lateral (select l.item ->> 'text' as text) as t
  cross join lateral (values
    ('year', substring(t.text from ' назван год: (20\d\d)$')),
    ('rules', case when t.text like 'Текст правил % прошлогодний' then '' end),
    ('consents', case when t.text like 'Тексты согласий и промокоды этапа % прошлогодние' then '' end),
    ('promocodes', case when t.text like 'Тексты согласий и промокоды этапа % прошлогодние' then '' end),
    ('link', case when t.text like 'Ссылки на новости, правила и обработку данных ведут на прошлогодние страницы' then 'news' end),
    ('link', case when t.text like 'Ссылки на новости, правила и обработку данных ведут на прошлогодние страницы' then 'rules' end),
    ('link', case when t.text like 'Ссылки на новости, правила и обработку данных ведут на прошлогодние страницы' then 'personal_data' end)
  ) as k (about, what)
  where k.what is not null))
where c.copied is not null;
