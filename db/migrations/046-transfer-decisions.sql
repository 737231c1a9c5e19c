alter table transfers
  -- How often a receipt was declined: only the first times hold the seat longer.
  add column declines integer not null default 0 check (declines >= 0),
  -- What arrived of the total while staff wait for the rest. Booked as one payment once the transfer is settled.
  add column received_halalas integer not null default 0 check (received_halalas >= 0);
