-- Words of movements and of rows that could not be read keep no bank account, only its end: the words stay for good.
update bank_lines set description = regexp_replace(
  case when length(payer_account) > 4
    then replace(description, payer_account, '…' || right(payer_account, 4)) else description end,
  'SA(?:[\s-]?[0-9٠-٩]){18}[\s-]?([0-9٠-٩](?:[\s-]?[0-9٠-٩]){3})', '…\1', 'gi')
where description ~* 'SA(?:[\s-]?[0-9٠-٩]){22}' or (length(payer_account) > 4 and strpos(description, payer_account) > 0);

update bank_statements set errors = regexp_replace(errors::text,
  '(?:SA(?:[\s-]?[0-9٠-٩]){18}|[0-9٠-٩]{7,}(?=[0-9٠-٩]{4}(?![0-9٠-٩])))[\s-]?([0-9٠-٩](?:[\s-]?[0-9٠-٩]){3})', '…\1', 'gi')::jsonb
where errors::text ~* 'SA(?:[\s-]?[0-9٠-٩]){22}|[0-9٠-٩]{11}';
