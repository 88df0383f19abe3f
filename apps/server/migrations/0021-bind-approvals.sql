-- An approval holds for the address (origin) and region that the provider had when it was given.
alter table ai_approval add column approved_origin text, add column approved_region text;
update ai_approval a
set approved_origin = substring(p.base_url from '^[a-z]+://[^/]+'), approved_region = p.region
from ai_provider p where p.key = a.provider_key and a.approved;
