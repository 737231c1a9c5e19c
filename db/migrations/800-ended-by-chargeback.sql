-- Orders that a lost chargeback ended have a reason of their own; they were said to be refunded by the institute.
update orders o set ended_because = 'chargeback'
from chargebacks c where c.order_id = o.id and c.status = 'lost' and c.keeps_seat = false
  and o.status = 'refunded' and o.ended_because = 'refunded';
