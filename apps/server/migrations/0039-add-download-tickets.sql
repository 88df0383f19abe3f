-- Tickets for downloads; see `auth.createDownloadTicket`.
set local lock_timeout = '2s';
alter table one_time_token drop constraint one_time_token_purpose_check;
alter table one_time_token add constraint one_time_token_purpose_check check (purpose in
  ('ws_ticket', 'download', 'second_step', 'setup', 'invitation', 'email_confirm', 'email_cancel', 'password_reset',
    'passkey')) not valid;
