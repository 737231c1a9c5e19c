import '../../app/ui/base.css'
import './share.css'
