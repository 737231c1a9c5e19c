create extension if not exists fuzzystrmatch;

-- Words that mean the same to someone who searches: broken plurals, which no stemmer joins, and the other language's
-- name of a thing. Every word is one token, as search_words gives it.
create table search_synonyms (
  word text not null check (word = ar_norm(word)),
  sense text not null,
  primary key (word, sense)
);

insert into search_synonyms (sense, word)
select distinct words[1], unnest(words)
from (
  select string_to_array(ar_norm(line), ' ') as words
  from unnest(array[
    'excel اكسل إكسل اكسيل إكسيل',
    'accounting محاسبة محاسب محاسبون',
    'project مشروع مشاريع مشروعات',
    'management إدارة',
    'marketing تسويق',
    'programming برمجة برمجيات',
    'program برنامج برامج',
    'diploma دبلوم دبلومات دبلومة',
    'course دورة دورات كورس كورسات',
    'english إنجليزية إنجليزي انقليزي انجلش',
    'language لغة لغات',
    'cybersecurity سيبراني سايبر سبراني cyber',
    'security أمن',
    'python بايثون بايثن',
    'sql سيكوال',
    'java جافا',
    'figma فيجما فيغما',
    'flutter فلاتر',
    'ielts آيلتس ايلتس',
    'osha أوشا',
    'nebosh نيبوش',
    'scrum سكرم',
    'agile أجايل رشيقة',
    'design تصميم تصاميم',
    'law قانون قوانين نظام أنظمة',
    'contract عقد عقود',
    'resource مورد موارد',
    'hr بشرية',
    'tax ضريبة ضرائب',
    'vat مضافة',
    'network شبكة شبكات',
    'data بيانات داتا',
    'analysis تحليل تحاليل',
    'skill مهارة مهارات',
    'plan خطة خطط تخطيط',
    'leader قائد قادة قيادة',
    'manager مدير مدراء مديرون',
    'team فريق فرق',
    'test اختبار اختبارات امتحان امتحانات',
    'certificate شهادة شهادات',
    'budget ميزانية موازنة موازنات',
    'student طالب طلاب طلبة',
    'translation ترجمة',
    'quality جودة',
    'safety سلامة',
    'health صحة صحية',
    'strategy استراتيجية استراتيجي',
    'ai ذكاء',
    'purchase شراء مشتريات procurement',
    'risk خطر مخاطر',
    'website موقع مواقع',
    'application تطبيق تطبيقات app apps',
    'ad إعلان إعلانات ads',
    'content محتوى محتويات',
    'customer عميل عملاء',
    'sale بيع مبيعات'
  ]) as line
) as groups;

-- The words of a text in order, folded; at most 60 letters of each, on both sides of a search alike.
create function search_tokens(t text) returns table (word text, place integer)
language sql immutable parallel safe rows 50 as $$
  select left(token, 60), least(row_number() over (order by nth), 16000)::integer
  from regexp_split_to_table(ar_norm(t), '[^[:alnum:]]+') with ordinality as split (token, nth)
  where token <> ''
$$;

-- The functions below are in plpgsql because that keeps their plans: in SQL, planning them took most of the time.

-- An Arabic word without conjunction, preposition and article: والمحاسبة → محاسبة.
-- Source: Lucene's ArabicStemmer, widened.
create function search_bare(word text) returns text
language plpgsql immutable parallel safe as $$
begin
  return coalesce(substring(word from '^(?:[وف]?(?:ال|بال|كال|لل)|و)([ء-ي]{3,})$'), word);
end
$$;

-- What a word is found by: itself; without its clitics; without a preposition of one letter, if it is long (باستخدام, not
-- كتاب); and its stem, the last (Arabic: without endings; Latin: Snowball's English).
create function search_terms(word text) returns text[]
language plpgsql immutable parallel safe as $$
declare
  bare text := search_bare(word);
begin
  if word !~ '^[ء-ي]' then
    return array[word, coalesce((ts_lexize('english_stem', word))[1], word)];
  end if;
  return array[
    word,
    bare,
    coalesce(substring(bare from '^[فبلك]([ء-ي]{5,})$'), bare),
    coalesce(
      substring(bare from '^(.{3,})(?:يات|تين|تان|هما)$'),
      substring(bare from '^(.{3,})(?:ات|ان|ين|ون|يه|ها|هم|هن|نا|كم)$'),
      substring(bare from '^(.{3,})[هيا]$'),
      bare)];
end
$$;

-- The terms of a text with their places and a weight, synonyms included.
create function search_vector(t text, weight text) returns tsvector
language plpgsql stable parallel safe as $$
begin
  return (
    with tokens as materialized (
      select place, search_terms(word) as terms from search_tokens(t)
    ), own as materialized (
      select place, unnest(terms) as word from tokens
    ), found as (
      select place, word as term from own
      union
      select own.place, unnest(search_terms(other.word))
      from own join search_synonyms as one using (word) join search_synonyms as other using (sense)
    )
    select coalesce(string_agg(format('''%s'':%s%s', term, place, weight), ' '), '')::tsvector from found
  );
end
$$;

-- What a course is found by. Kept by the triggers below; never written by hand.
create table course_search (
  course_id integer primary key references courses on delete cascade,
  terms tsvector not null
);
create index course_search_terms on course_search using gin (terms);

-- A word in Latin letters, one for one: pg_trgm splits by the C library's locale, which need not know Arabic letters even
-- where the database does (initdb --locale=C --builtin-locale=C.UTF-8), and then sees no letters in it at all.
create function search_letters(word text) returns text
language sql immutable parallel safe as $$
  select translate(word, 'ءابتثجحخدذرزسشصضطظعغفقكلمنهوي', 'abcdefghijklmnopqrstuvwxyz012')
$$;

-- Words that the names of courses and specializations use: what a mistyped word may have meant. Other texts hold words
-- about nothing that is taught, to which a search for something else must not be bent.
create table search_words (
  word text primary key,
  letters text not null generated always as (search_letters(word)) stored
);
create index search_words_trigrams on search_words using gin (letters gin_trgm_ops);

-- Compiling the plan (jit) would take far longer than running it, and a plan that reads the whole table is kept while the
-- table grows.
create function refresh_course_search(ids integer[]) returns void
language plpgsql set jit = off set enable_seqscan = off as $$
begin
  with texts as (
    select
      courses.id,
      concat_ws(' ', courses.name ->> 'ar', courses.name ->> 'en') as name,
      concat_ws(' ', field.name ->> 'ar', field.name ->> 'en', part.name ->> 'ar', part.name ->> 'en') as field,
      concat_ws(' ', courses.summary ->> 'ar', courses.summary ->> 'en') as summary,
      concat_ws(' ', courses.description ->> 'ar', courses.description ->> 'en',
        (select string_agg(concat_ws(' ', outcome ->> 'ar', outcome ->> 'en'), ' ')
         from jsonb_array_elements(courses.outcomes) as outcome)) as rest
    from courses
    join specializations as field on field.id = courses.specialization_id
    left join specializations as part on part.id = courses.sub_specialization_id
    where courses.id = any (ids)
  ), words as (
    insert into search_words (word)
    select distinct unnest(array[word, search_bare(word)])
    from texts, search_tokens(concat_ws(' ', name, field))
    where word !~ '^[0-9]+$'
    order by 1
    on conflict do nothing
  )
  insert into course_search (course_id, terms)
  select id, search_vector(name, 'A') || search_vector(field, 'B') || search_vector(summary, 'C') || search_vector(rest, 'D')
  from texts
  order by id
  on conflict (course_id) do update set terms = excluded.terms;
end
$$;

create function course_was_written() returns trigger language plpgsql as $$
begin
  perform refresh_course_search(array[new.id]);
  return null;
end
$$;
create trigger course_search_follows_courses
  after insert or update of name, summary, description, outcomes, specialization_id, sub_specialization_id on courses
  for each row execute function course_was_written();

create function specialization_was_renamed() returns trigger language plpgsql as $$
begin
  perform refresh_course_search(array(
    select id from courses where specialization_id = new.id or sub_specialization_id = new.id));
  return null;
end
$$;
create trigger course_search_follows_specializations
  after update of name on specializations
  for each row when (old.name is distinct from new.name) execute function specialization_was_renamed();

create function synonyms_were_written() returns trigger language plpgsql as $$
begin
  perform refresh_course_search(array(select id from courses));
  return null;
end
$$;
create trigger course_search_follows_synonyms
  after insert or update or delete on search_synonyms
  for each statement execute function synonyms_were_written();

-- The words of a query that count, each once: twelve at most; a word like "in" or «في» only as the last, which may go on.
create function search_asked(term text) returns table (word text, place integer)
language sql stable parallel safe as $$
  with tokens as (
    select word, max(place) as place, max(max(place)) over () as last from search_tokens(term) group by word
  )
  select word, place from tokens
  where place = last or not (
    word = any (array['في', 'من', 'علي', 'الي', 'عن', 'مع', 'او', 'و', 'ال'])
    or coalesce(ts_lexize('english_stem', word) = '{}', false))
  order by place
  limit 12
$$;

-- Finds one word as it stands, as the beginning of a longer one (from two letters), or by its stem.
create function search_query_of(word text) returns text
language sql immutable parallel safe as $$
  select '(' || string_agg(distinct
    case when nth < array_length(terms, 1) and length(found) >= 2 then format('''%s'':*', found) else format('''%s''', found) end,
    ' | ') || ')'
  from search_terms(word) as terms, unnest(terms) with ordinality as t (found, nth)
$$;

-- Every word must be found. An empty query, which finds nothing, when there is no word in the term.
create function search_query(term text) returns tsquery
language sql stable parallel safe as $$
  select coalesce(string_agg(search_query_of(word), ' & '), '')::tsquery from search_asked(term)
$$;

-- Whether the two words are the same letters, two of them perhaps changed round.
create function search_same_letters(one text, other text) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return array(select unnest(string_to_array(one, null)) order by 1) = array(select unnest(string_to_array(other, null)) order by 1);
end
$$;

-- The words nearest to one that no course has: one letter wrong, missing or too many, two in a long word, or two changed
-- round. Trigrams only narrow the choice: what shares a beginning or an ending would be near by them.
create function search_nearest(asked text) returns setof text
language plpgsql stable set pg_trgm.similarity_threshold = 0.2 set enable_seqscan = off as $$
declare
  bare text := search_bare(asked);
begin
  if length(bare) < 4 then return; end if;
  return query
    select word from (
      select word, wrong, rank() over (order by wrong) as place
      from (
        select word, letters, levenshtein_less_equal(bare, word, 2) as wrong
        from search_words where letters % search_letters(bare)
      ) as near
      where wrong <= case when length(bare) < 8 then 1 else 2 end or (wrong = 2 and search_same_letters(bare, word))
    ) as nearest
    where place = 1
    order by word
    limit 3;
end
$$;

-- The query with each word that no course has replaced by the words nearest to it; null when nothing can be mended.
create function search_query_mended(term text) returns tsquery
language plpgsql stable set enable_seqscan = off as $$
declare
  asked record;
  part text;
  parts text[] := '{}';
  mended boolean := false;
begin
  for asked in select word from search_asked(term) loop
    part := search_query_of(asked.word);
    if not exists (select from course_search where terms @@ part::tsquery) then
      part := (select '(' || string_agg(search_query_of(near), ' | ') || ')' from search_nearest(asked.word) as near);
      if part is null then return null; end if;
      mended := true;
    end if;
    parts := parts || part;
  end loop;
  return case when mended then array_to_string(parts, ' & ')::tsquery end;
end
$$;
